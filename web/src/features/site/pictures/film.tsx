import type { ReactNode } from 'react';

/** A film of the product, as the recording script leaves it in `public/films`. */
export interface FilmProps {
  name: string;
  title: string;
}

/**
 * Without a script it is the browser's own player. With one, it plays by itself while in sight, shows its controls
 * when they are wanted, and loads nothing before that (`film-player.ts`).
 */
export function Film({ name, title }: FilmProps) {
  return (
    <div data-film className="film">
      <video controls muted playsInline preload="none" width={1280} height={720} aria-label={title} data-poster={`/films/${name}.webp`}>
        <source src={`/films/${name}.webm`} type="video/webm" />
        <source src={`/films/${name}.mp4`} type="video/mp4" />
        <track kind="captions" src={`/films/${name}.vtt`} srcLang="en" label="English" />
      </video>
      <div data-film-controls hidden className="film-controls">
        <button type="button" data-film-play className="film-play">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path className="film-when-paused" d="M8 5.2v13.6c0 .8.9 1.2 1.5.8l10-6.8a1 1 0 0 0 0-1.6l-10-6.8c-.6-.4-1.5 0-1.5.8Z" />
            <path className="film-when-playing" d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z" />
          </svg>
          <span data-film-play-text className="sr-only">
            Play
          </span>
        </button>
        <div className="film-options">
          <Option name="captions" pressed>
            Captions
          </Option>
          <Option name="sound">Sound</Option>
        </div>
      </div>
    </div>
  );
}

function Option({ name, pressed = false, children }: { name: 'captions' | 'sound'; pressed?: boolean; children: ReactNode }) {
  return (
    <button type="button" data-film-option={name} aria-pressed={pressed}>
      {children}
    </button>
  );
}
