"""GET /limits: the limits of a request."""

from fastapi import APIRouter

from rbsolve.service.requests.shared import ServiceHere

router = APIRouter()


@router.get("/limits")
def limits(service: ServiceHere) -> dict[str, float]:
    """Return the limits of a request."""
    return {"seconds": service.settings.request_seconds}
