/** A vendor's library, which only visitors who need it load. It puts itself under `name` into the page. */
export async function loadLibrary<Library>(address: string, name: string): Promise<Library> {
  const loaded = () => (globalThis as Record<string, unknown>)[name] as Library | undefined;
  if (!loaded()) await run(address);
  const library = loaded();
  if (!library) throw new Error(NOT_LOADED);
  return library;
}

const NOT_LOADED = 'Couldn’t load what a call needs.';

async function run(address: string): Promise<void> {
  const script = document.createElement('script');
  script.src = address;
  await new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(NOT_LOADED));
    document.head.append(script);
  }).finally(() => script.remove());
}
