"""Defines the endpoints of the service for jobs, studies, events and files. Also defines the forms of requests and
answers.
"""
