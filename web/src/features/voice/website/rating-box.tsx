import { useState, type FormEvent } from 'react';

const WORDS = ['Poor', 'Fair', 'Good', 'Very good', 'Great'];

/** Asks once what the conversation was like, from 1 to 5. */
export function RatingBox({ onRate }: { onRate: (score: number) => Promise<void> }) {
  const [score, setScore] = useState(0);
  const [said, setSaid] = useState('');
  const [done, setDone] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      await onRate(score);
      setDone(true);
      setSaid('Thanks for your feedback.');
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <form className="voice-rating" onSubmit={(event) => void submit(event)}>
      {!done && (
        <fieldset>
          <legend>How is this chat going?</legend>
          {WORDS.map((word, at) => (
            <label key={word} title={word}>
              <input type="radio" name="score" aria-label={`${at + 1}, ${word}`} checked={score === at + 1} onChange={() => setScore(at + 1)} />
              <span aria-hidden="true">{at + 1}</span>
            </label>
          ))}
          <button type="submit" disabled={score === 0}>
            Rate
          </button>
        </fieldset>
      )}
      <p role="status">{said}</p>
    </form>
  );
}
