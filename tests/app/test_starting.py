"""What keeps Mia from starting is said before anything has been started."""

import socket

import pytest

from mia.app.starting import require_port
from mia.platform.kernel.start import StartRefused
from tests.fakes.access import settings_of_tests


def test_a_port_that_another_program_has_is_named_with_the_way_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        settings = settings_of_tests(MIA_PORT=str(other.getsockname()[1]))
        with pytest.raises(StartRefused, match=rf"Port {settings.port} of 127\.0\.0\.1.*MIA_PORT"):
            require_port(settings)
    require_port(settings)
