import { useCallback } from 'react';
import { useAddress } from './use-address';

/** One parameter of the page's address, and a way to set it (null removes it) that adds nothing to the history. */
export function useAddressParam(name: string): [string | null, (value: string | null) => void] {
  const [params, setParams] = useAddress();
  const put = useCallback(
    (value: string | null) =>
      setParams((all) => (value ? all.set(name, value) : all.delete(name), all), { preventScrollReset: true, replace: true }),
    [name, setParams],
  );
  return [params.get(name), put];
}
