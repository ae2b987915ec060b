import { lazy, Suspense, type ComponentType } from 'react';

/** A component whose script comes when it is first drawn; until then nothing stands in its place. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() })) as ComponentType<Props>;
  return function Lazily(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
