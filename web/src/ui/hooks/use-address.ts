import { useCallback, useContext, type ContextType } from 'react';
import { UNSAFE_DataRouterContext, useSearchParams, type NavigateOptions } from 'react-router';

type DataRouter = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>['router'];
type Change = (params: URLSearchParams) => URLSearchParams;

/**
 * The parameters of the page's address, and a way to change them. A change builds on the one before even when the page
 * has not shown that yet: the router draws a new address as a transition, and what a busy page shows may be behind it.
 */
export function useAddress(): [URLSearchParams, (change: Change, options?: NavigateOptions) => void] {
  const [shown, setParams] = useSearchParams();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const put = useCallback(
    (change: Change, options?: NavigateOptions) => {
      setParams(change(new URLSearchParams(router ? currentSearch(router.state) : shown)), options);
    },
    [router, setParams, shown],
  );
  return [shown, put];
}

/** Where this page is going, when it is on its way, else where it is. */
function currentSearch({ location, navigation }: DataRouter['state']): string {
  const next = navigation.location;
  return (next?.pathname === location.pathname ? next : location).search;
}
