import { ArrowUp } from 'lucide-react';
import type { FormEvent, Ref } from 'react';

/** Long enough for a story, short enough for a receptionist. */
const MAX_LENGTH = 500;

export interface ComposerProps {
  text: string;
  onChange: (text: string) => void;
  onSay: (text: string) => void;
  input: Ref<HTMLInputElement>;
}

/** The box to type instead of speaking, there at any time. */
export function Composer({ text, onChange, onSay, input }: ComposerProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim();
    if (!said) return;
    onChange('');
    onSay(said);
  };

  return (
    <form className="voice-composer" onSubmit={submit}>
      <input
        ref={input}
        aria-label="Type to Mia instead"
        placeholder="Type to Mia instead"
        autoComplete="off"
        enterKeyHint="send"
        maxLength={MAX_LENGTH}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <button type="submit" aria-label="Send" aria-disabled={!text.trim()}>
        <ArrowUp aria-hidden="true" size={20} />
      </button>
    </form>
  );
}
