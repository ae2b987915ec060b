/** Loads the voice widget when someone reaches for one of its buttons, and opens it on a press. */
export function watchVoiceOpeners(root: ParentNode = document): void {
  const load = () => import('@/features/voice/island');
  for (const button of root.querySelectorAll<HTMLElement>('[data-voice-open]')) {
    const prefetch = () => void load().catch(() => undefined);
    button.addEventListener('pointerenter', prefetch, { once: true });
    button.addEventListener('focus', prefetch, { once: true });
    button.addEventListener('click', () => {
      button.setAttribute('aria-busy', 'true');
      void load()
        .then((island) => island.openVoice(button))
        .finally(() => button.removeAttribute('aria-busy'));
    });
  }
}
