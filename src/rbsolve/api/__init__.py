"""The Python interface: functions such as check, load, solve and open_results. Users access these functions by `import
rbsolve`.
"""
