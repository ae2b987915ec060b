"""What happens while nobody says anything."""

from mia.voice.engine.pipeline.turns.quiet import Ask, Prompt, Quiet, QuietPlan, Remark


def course(plan: QuietPlan, steps: int) -> list[tuple[float, object]]:
    """When something is due, and what."""
    quiet, at = Quiet(plan), 0.0
    seen: list[tuple[float, object]] = []
    for _ in range(steps):
        at += quiet.wait()
        seen.append((round(at, 3), quiet.due()))
    return seen


def test_the_model_is_asked_twice_and_then_the_call_ends() -> None:
    assert course(QuietPlan(24, [Prompt(8)], "Bye."), 3) == [
        (8, Ask(1)),
        (16, Ask(2)),
        (24, Remark("Bye.", ends=True)),
    ]


def test_idle_messages_are_said_in_turn_until_their_count_is_reached() -> None:
    plan = QuietPlan(60, [Prompt(10, ("Hello?", "Are you there?"), most=3)], "Bye.")
    assert course(plan, 4) == [
        (10, Remark("Hello?")),
        (20, Remark("Are you there?")),
        (30, Remark("Hello?")),
        (60, Remark("Bye.", ends=True)),
    ]


def test_a_short_silence_time_out_comes_before_an_idle_message() -> None:
    assert course(QuietPlan(10, [Prompt(15, ("Hello?",))], "Bye."), 1) == [(10, Remark("Bye.", ends=True))]


def test_what_the_caller_says_starts_the_silence_again() -> None:
    quiet = Quiet(QuietPlan(24, [Prompt(8)]))
    assert quiet.due() == Ask(1)
    quiet.broken()
    assert quiet.wait() == 8
    assert quiet.due() == Ask(1)


def test_idle_messages_are_counted_over_the_whole_call_or_from_each_word() -> None:
    for resets, after in ((False, 60.0), (True, 10.0)):
        quiet = Quiet(QuietPlan(60, [Prompt(10, ("Hello?",), most=1, resets=resets)]))
        quiet.due()
        quiet.broken()
        assert quiet.wait() == after


def test_two_prompts_each_come_at_their_time() -> None:
    plan = QuietPlan(60, [Prompt(7, ("Seven.",), most=2), Prompt(10, ("Ten.",), most=1, ends=True)])
    assert course(plan, 3) == [(7, Remark("Seven.")), (10, Remark("Ten.", ends=True)), (14, Remark("Seven."))]
