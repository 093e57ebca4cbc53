"""Errors by their names in the contract."""

from temporalio.exceptions import ApplicationError


def hopeless(kind: str, message: str) -> ApplicationError:
    """An error that no second try can mend."""
    return ApplicationError(message, type=kind, non_retryable=True)
