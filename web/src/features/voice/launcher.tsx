/** The floating round button. Static markup: the island behind it loads when someone reaches for it. */
export function VoiceLauncher() {
  return (
    <button type="button" data-voice-open data-voice-launcher aria-haspopup="dialog" className="voice-launcher">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="voice-launcher-wave">
        <path d="M3 16h2.5M9 12v8M13.5 7v18M18 10.5v11M22.5 13v6M27 16h2" />
      </svg>
      <span data-voice-launcher-text className="voice-launcher-text">
        Talk to Mia
      </span>
    </button>
  );
}
