/** The page's own way to stop what moves, for pages on which something moves for more than five seconds. */
export function MotionToggle({ className = '' }: { className?: string }) {
  return (
    <button type="button" data-motion-toggle aria-pressed="false" className={`motion-toggle ${className}`}>
      Pause motion
    </button>
  );
}
