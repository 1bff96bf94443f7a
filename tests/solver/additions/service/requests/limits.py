"""GET /limits: what a request may take."""

from fastapi import APIRouter

from rbsolve.service.requests.shared import ServiceHere

router = APIRouter()


@router.get("/limits")
def limits(service: ServiceHere) -> dict[str, float]:
    """What a request may take."""
    return {"seconds": service.settings.request_seconds}
