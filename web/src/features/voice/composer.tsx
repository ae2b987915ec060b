import { ArrowUp } from 'lucide-react';
import { useState, type FormEvent, type Ref } from 'react';

/** Long enough for a story, short enough for a receptionist. */
const MAX_LENGTH = 500;

/** The box to type instead of speaking, there at any time. */
export function Composer({ onSay, input }: { onSay: (text: string) => void; input: Ref<HTMLInputElement> }) {
  const [text, setText] = useState('');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim();
    if (!said) return;
    setText('');
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
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" aria-label="Send" aria-disabled={!text.trim()}>
        <ArrowUp aria-hidden="true" size={20} />
      </button>
    </form>
  );
}
