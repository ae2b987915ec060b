import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { Change, Connection, LiveState } from './event-source';
import { follow } from './shared-stream';

export interface LiveHandlers {
  onChange: (change: Change) => void;
  onReady: () => void;
  onRefused: () => void;
}

/** Follows a clinic's events as long as the component stands, at first those after number `after`, when given. */
export function useLive(slug: string, handlers: LiveHandlers, after?: number): { state: LiveState; retry: () => void } {
  const [state, setState] = useState<LiveState>('connecting');
  const connection = useRef<Connection>(null);
  const onChange = useEffectEvent(handlers.onChange);
  const onReady = useEffectEvent(handlers.onReady);
  const onRefused = useEffectEvent(handlers.onRefused);
  const [begin] = useState(after);

  useEffect(() => {
    const url = `/api/clinics/${encodeURIComponent(slug)}/events`;
    const listener = {
      onChange: (change: Change) => onChange(change),
      onReady: () => onReady(),
      onRefused: () => onRefused(),
      onState: setState,
    };
    const stream = follow(url, listener, begin);
    connection.current = stream;
    return () => stream.close();
  }, [slug, begin]);

  // The browser often knows of a lost network long before a stream that says nothing does.
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return { state: online ? state : 'lost', retry: () => connection.current?.retry() };
}

function watchNetwork(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
