import { isStill } from './motion';

/** How long controls stay after mouse, touch or click (spec §9). */
const CONTROLS_MS = 3_000;
/** The share of a film that must be in sight for it to play by itself (spec §9). */
const IN_SIGHT = 0.5;
const IN_SIGHT_MOBILE = 0.3;
/** Narrower than this, or touched, it is a mobile device (spec §9). */
const MOBILE = '(max-width: 767.98px), (pointer: coarse)';
/** The still is fetched when the film is this near. */
const NEAR = '400px';

/** Plays a film while it is in sight, muted, unless the reader paused it or wants nothing to move. */
export function watchFilm(root: HTMLElement): void {
  const video = root.querySelector('video');
  const controls = root.querySelector<HTMLElement>('[data-film-controls]');
  const button = root.querySelector<HTMLElement>('[data-film-play]');
  const buttonText = root.querySelector('[data-film-play-text]');
  if (!video || !controls || !button || !buttonText) return;
  video.controls = false;
  video.muted = true;
  controls.hidden = false;
  fetchStillWhenNear(video);
  watchOptions(root, video);

  let pausedByReader = false;
  const play = () => void video.play().catch(() => undefined); // refused: the button stays, and works
  button.addEventListener('click', () => {
    pausedByReader = !video.paused;
    if (pausedByReader) video.pause();
    else play();
  });
  const show = () => {
    root.toggleAttribute('data-playing', !video.paused);
    buttonText.textContent = video.paused ? 'Play' : 'Pause';
  };
  for (const event of ['play', 'pause', 'ended']) video.addEventListener(event, show);

  showControlsOnUse(root);
  new IntersectionObserver(
    ([entry]) => {
      const needed = matchMedia(MOBILE).matches ? IN_SIGHT_MOBILE : IN_SIGHT;
      if ((entry?.intersectionRatio ?? 0) <= needed) video.pause();
      else if (!pausedByReader && !video.ended && !isStill()) play();
    },
    { threshold: [0, IN_SIGHT_MOBILE, IN_SIGHT].flatMap((share) => [share, share + 0.01]) },
  ).observe(video);
  document.addEventListener('motionchange', () => isStill() && video.pause());
}

function fetchStillWhenNear(video: HTMLVideoElement): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      video.setAttribute('poster', video.dataset['poster'] ?? '');
    },
    { rootMargin: NEAR },
  );
  observer.observe(video);
}

/** Captions are on and sound is off until the reader says otherwise. Captions are fetched with the first play. */
function watchOptions(root: HTMLElement, video: HTMLVideoElement): void {
  const wanted = { captions: true, sound: false };
  const apply = () => {
    video.muted = !wanted.sound;
    const [track] = video.textTracks;
    if (track) track.mode = wanted.captions ? 'showing' : 'hidden';
  };
  video.addEventListener('play', apply);
  for (const option of root.querySelectorAll<HTMLElement>('[data-film-option]')) {
    option.addEventListener('click', () => {
      const name = option.dataset['filmOption'] as keyof typeof wanted;
      wanted[name] = !wanted[name];
      option.setAttribute('aria-pressed', String(wanted[name]));
      apply();
    });
  }
}

function showControlsOnUse(root: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    root.toggleAttribute('data-used', true);
    clearTimeout(timer);
    timer = setTimeout(() => root.toggleAttribute('data-used', false), CONTROLS_MS);
  };
  for (const event of ['pointermove', 'touchstart', 'click']) root.addEventListener(event, show, { passive: true });
}
