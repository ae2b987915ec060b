/** What one might ask, a press away. */
export function Suggestions({ texts, onSuggest }: { texts: readonly string[]; onSuggest: (text: string) => void }) {
  return (
    <ul aria-label="Suggested questions">
      {texts.map((text) => (
        <li key={text}>
          <button type="button" onClick={() => onSuggest(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
