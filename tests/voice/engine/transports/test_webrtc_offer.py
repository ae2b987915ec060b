"""What of an SDP offer is taken up: one audio and one data section, a few addresses, and what the answer says."""

import pytest

from mia.voice.engine.transports.webrtc_offer import OfferRefused, bound_offer, is_public

SESSION = ["v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=fingerprint:sha-256 AB"]


def section(head: str, mid: str, *lines: str) -> list[str]:
    return [f"m={head}", f"a=mid:{mid}", "a=ice-ufrag:abcd", *lines]


def audio(mid: str = "0", *lines: str, port: int = 9) -> list[str]:
    return section(f"audio {port} UDP/TLS/RTP/SAVPF 111", mid, *lines)


def data(mid: str = "1", *lines: str) -> list[str]:
    return section("application 9 UDP/DTLS/SCTP webrtc-datachannel", mid, "a=max-message-size:262144", *lines)


def video(mid: str) -> list[str]:
    return section("video 9 UDP/TLS/RTP/SAVPF 96 97", mid, "a=rtpmap:96 VP8/90000")


def offer(*sections: list[str], bundle: str = "0 1") -> str:
    lines = [*SESSION, f"a=group:BUNDLE {bundle}", *(line for one in sections for line in one)]
    return "\r\n".join(lines) + "\r\n"


def heads(sdp: str) -> list[str]:
    return [" ".join(line.split()[:2]) for line in sdp.splitlines() if line.startswith("m=")]


def addresses(sdp: str) -> list[str]:
    return [line.split()[4] for line in sdp.splitlines() if line.startswith("a=candidate:")]


def candidate(address: str, transport: str = "udp") -> str:
    return f"a=candidate:1 1 {transport} 2130706431 {address} 40000 typ host"


def test_a_widgets_offer_is_passed_on_as_it_is() -> None:
    sdp = offer(audio("0", candidate("192.0.2.1")), data())
    bounded = bound_offer(sdp, public_only=False)
    assert bounded.sdp == sdp
    assert bounded.complete(sdp) == sdp.replace("262144", "16000")


def test_video_and_second_sections_never_reach_the_library_and_are_answered_with_port_0() -> None:
    offered = offer(video("v"), audio("0"), video("w"), data("1"), audio("2"), data("3"), bundle="v 0 w 1 2 3")
    bounded = bound_offer(offered, public_only=False)
    assert heads(bounded.sdp) == ["m=audio 9", "m=application 9"]
    assert "a=group:BUNDLE 0 1\r\n" in bounded.sdp
    answer = bounded.complete(offer(audio("0"), data("1")))
    assert heads(answer) == [
        "m=video 0",
        "m=audio 9",
        "m=video 0",
        "m=application 9",
        "m=audio 0",
        "m=application 0",
    ]
    assert [line for line in answer.splitlines() if line.startswith("a=mid:")] == [
        f"a=mid:{mid}" for mid in "v0w123"
    ]
    assert "m=video 0 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\na=mid:v\r\na=inactive\r\n" in answer


def test_a_section_that_the_client_closed_is_not_taken_for_the_one_of_the_call() -> None:
    bounded = bound_offer(offer(audio("0", port=0), audio("1"), bundle="1"), public_only=False)
    assert "a=mid:1" in bounded.sdp and "a=mid:0" not in bounded.sdp
    shared = bound_offer(offer(data("0"), audio("1", "a=bundle-only", port=0)), public_only=False)
    assert heads(shared.sdp) == ["m=application 9", "m=audio 0"]


def test_at_most_twenty_addresses_of_an_offer_are_kept() -> None:
    many = [candidate(f"198.51.100.{n}") for n in range(200)]
    kept = addresses(bound_offer(offer(audio("0", *many[:15]), data("1", *many[15:])), public_only=False).sdp)
    assert kept == [f"198.51.100.{n}" for n in range(20)]


def test_names_and_tcp_and_nonsense_use_up_no_place_among_the_addresses() -> None:
    useless = [
        candidate("6c0f2d3a-aaaa-bbbb-cccc-0123456789ab.local"),
        candidate("metadata.internal"),
        candidate("198.51.100.7", "tcp"),
        "a=candidate:",
        "a=candidate:1 1 udp x 198.51.100.8",
    ]
    sdp = bound_offer(offer(audio("0", *useless * 4, candidate("198.51.100.9"))), public_only=False).sdp
    assert addresses(sdp) == ["198.51.100.9"]


INTERNAL = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.9",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "fe80::1",
    "fd00::1",
    "::ffff:10.1.2.3",
    "ff02::1",
]


@pytest.mark.parametrize("address", INTERNAL)
def test_exposed_services_probe_no_internal_address_for_a_stranger(address: str) -> None:
    lines = [candidate(address), candidate("93.184.216.34"), candidate("2606:2800:220:1::1")]
    assert not is_public(address)
    assert addresses(bound_offer(offer(audio("0", *lines)), public_only=True).sdp) == [
        "93.184.216.34",
        "2606:2800:220:1::1",
    ]
    assert address in addresses(bound_offer(offer(audio("0", *lines)), public_only=False).sdp)


def test_where_an_address_is_left_out_the_rest_are_not_said_to_be_all() -> None:
    """Else the library would give up before a client whose addresses were left out has knocked."""
    told = offer(audio("0", "a=end-of-candidates", candidate("10.0.0.1")))
    assert "end-of-candidates" in bound_offer(told, public_only=False).sdp
    assert "end-of-candidates" not in bound_offer(told, public_only=True).sdp
    assert "end-of-candidates" not in bound_offer(offer(audio("0", "a=end-of-candidates")), public_only=False).sdp


@pytest.mark.parametrize(
    ("sdp", "reason"),
    [
        ("", "offer-without-audio"),
        (offer(video("0"), data()), "offer-without-audio"),
        (offer(audio("0", port=0)), "offer-without-audio"),
        (offer(audio(), ["m=video"]), "offer-not-understood"),
        (offer(audio()).replace("a=fingerprint", "a=x"), "offer-not-understood"),
        (offer(audio(), *([video("v")] * 8)), "offer-too-large"),
        (offer(audio("0", *["a=x"] * 1_000)), "offer-too-large"),
        (offer(audio("0", "a=" + "x" * 64_000)), "offer-too-large"),
    ],
)
def test_an_offer_out_of_proportion_is_refused(sdp: str, reason: str) -> None:
    with pytest.raises(OfferRefused) as refused:
        bound_offer(sdp, public_only=False)
    assert refused.value.reason == reason
