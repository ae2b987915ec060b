import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import type { Column } from './columns';
import type { Visit } from './queries';
import { snap, STEP_MS } from './scale';

/** How far a mouse moves before a press is a drag, and how long a finger rests before it is one. */
const SLACK_PX = 5;
const REST_MS = 350;
/** Near the edge of what scrolls, it scrolls on. */
const EDGE_PX = 48;
const SCROLL_PX = 14;

/** A visit that was picked up, and where it is held. */
export interface Held {
  visit: Visit;
  column: number;
  start: number;
  /** By the keys, or by mouse, pen or finger. */
  byKeys: boolean;
}

interface Press {
  visit: Visit;
  column: number;
  x: number;
  y: number;
  /** How far below its start the visit was taken hold of, in milliseconds. */
  grip: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export interface HoldOptions {
  columns: readonly Column[];
  pxPerMs: number;
  scroller: RefObject<HTMLElement | null>;
  mayMove: boolean;
  onDrop: (held: Held) => void;
}

/** Picks visits up and puts them down: mouse and pen by dragging, fingers after a rest, keys with Enter and arrows. */
export function useHold({ columns, pxPerMs, scroller, mayMove, onDrop }: HoldOptions) {
  const [held, setHeld] = useState<Held | null>(null);
  const press = useRef<Press>(null);
  /** The click that ends a drag opens nothing. */
  const dragged = useRef(false);

  function letGo() {
    clearTimeout(press.current?.timer);
    press.current = null;
    setTimeout(() => (dragged.current = false)); // after the click that follows
    setHeld(null);
  }

  function pickUp() {
    if (!press.current) return;
    dragged.current = true;
    const { visit, column } = press.current;
    setHeld({ visit, column, start: Date.parse(visit.starts_at), byKeys: false });
  }

  const moved = (event: globalThis.PointerEvent) => {
    const pressed = press.current;
    if (!pressed) return;
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLACK_PX;
    if (held) setHeld(heldAt(scroller.current, columns, pxPerMs, pressed, event) ?? held);
    else if (far) (event.pointerType === 'touch' ? letGo : pickUp)(); // a finger that moves at once scrolls
  };
  const released = (event: globalThis.PointerEvent) => {
    if (event.type === 'pointerup' && held && !held.byKeys) onDrop(held);
    if (press.current) letGo();
  };
  const escaped = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || !held) return;
    event.preventDefault();
    letGo();
  };
  useWindow({ moved, released, escaped, holds: held !== null });

  function byKey(event: KeyboardEvent, visit: Visit, column: number) {
    const enter = event.key === 'Enter';
    const next = held ? stepOf(event.key, held, columns, lengthOf(held.visit)) : null;
    if (!enter && !next) return;
    event.preventDefault();
    if (next) setHeld(next);
    else if (!held) setHeld({ visit, column, start: Date.parse(visit.starts_at), byKeys: true });
    else {
      letGo();
      onDrop(held);
    }
  }

  return {
    held,
    /** What a visit's button needs to be picked up. */
    handlersOf: (visit: Visit, column: number) =>
      mayMove && visit.status === 'booked'
        ? {
            onPointerDown: (event: PointerEvent<HTMLElement>) => {
              if (event.button === 0) press.current = pressOf(event, visit, column, pxPerMs, pickUp);
            },
            onKeyDown: (event: KeyboardEvent) => byKey(event, visit, column),
            onBlur: () => held?.byKeys && letGo(),
          }
        : {},
    /** Whether a click opens what it is on: not the one that ends a drag. */
    opens: () => !dragged.current,
  };
}

/** A press that may become a drag: a finger's by resting. */
function pressOf(event: PointerEvent<HTMLElement>, visit: Visit, column: number, pxPerMs: number, pickUp: () => void): Press {
  const grip = (event.clientY - event.currentTarget.getBoundingClientRect().top) / pxPerMs;
  const timer = event.pointerType === 'touch' ? setTimeout(pickUp, REST_MS) : undefined;
  return { visit, column, x: event.clientX, y: event.clientY, grip, timer };
}

interface WindowEvents {
  moved: (event: globalThis.PointerEvent) => void;
  released: (event: globalThis.PointerEvent) => void;
  escaped: (event: globalThis.KeyboardEvent) => void;
  /** The page does not scroll under a visit that a finger holds. */
  holds: boolean;
}

/** Hears what happens anywhere on the page, as long as the component stands. */
function useWindow(events: WindowEvents) {
  const moved = useEffectEvent(events.moved);
  const released = useEffectEvent(events.released);
  const escaped = useEffectEvent(events.escaped);
  const touched = useEffectEvent((event: TouchEvent) => events.holds && event.preventDefault());
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener('pointermove', (event) => moved(event), { signal });
    addEventListener('pointerup', (event) => released(event), { signal });
    addEventListener('pointercancel', (event) => released(event), { signal });
    addEventListener('keydown', (event) => escaped(event), { signal });
    addEventListener('touchmove', (event) => touched(event), { signal, passive: false });
    return () => ended.abort();
  }, []);
}

/** Where a pointer holds what was pressed; near an edge the grid scrolls on. */
function heldAt(
  scroller: HTMLElement | null,
  columns: readonly Column[],
  pxPerMs: number,
  { visit, grip }: Press,
  { clientX: x, clientY: y }: globalThis.PointerEvent,
): Held | null {
  const frames = [...(scroller?.querySelectorAll('[data-column]') ?? [])].map((one) => one.getBoundingClientRect());
  const found = frames.findIndex((frame) => x >= frame.left && x < frame.right);
  const column = found === -1 ? (x < (frames[0]?.left ?? 0) ? 0 : frames.length - 1) : found;
  const [frame, target] = [frames[column], columns[column]];
  if (!frame || !target) return null;
  const at = target.scale.start + (y - frame.top) / pxPerMs - grip;
  scrollAtEdge(scroller, x, y);
  return { visit, column, start: snap(target.scale, at, lengthOf(visit)), byKeys: false };
}

function lengthOf(visit: Visit): number {
  return Date.parse(visit.ends_at) - Date.parse(visit.starts_at);
}

/** Where a key takes what is held: a quarter hour up or down, a column to the side. */
function stepOf(key: string, held: Held, columns: readonly Column[], length: number): Held | null {
  const sideways = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const along = { ArrowUp: -STEP_MS, ArrowDown: STEP_MS }[key];
  if (!sideways && !along) return null;
  const column = Math.max(0, Math.min(columns.length - 1, held.column + (sideways ?? 0)));
  const [from, to] = [columns[held.column], columns[column]];
  if (!from || !to) return null;
  const start = held.start + (along ?? 0) + (to.scale.start - from.scale.start);
  return { ...held, column, start: snap(to.scale, start, length) };
}

function scrollAtEdge(element: HTMLElement | null, x: number, y: number) {
  if (!element) return;
  const frame = element.getBoundingClientRect();
  const toward = (at: number, start: number, end: number) => (at < start + EDGE_PX ? -SCROLL_PX : at > end - EDGE_PX ? SCROLL_PX : 0);
  element.scrollBy(toward(x, frame.left, frame.right), toward(y, frame.top, frame.bottom));
}
