import { PageTitle } from '@/features/shell/page-title';
import { TokenList } from '@/features/identity/tokens/token-list';
import { useArea } from '../area';

/** `/dashboard/{clinic}/api-tokens`. */
export function Component() {
  const { slug, name, timezone } = useArea().clinic;
  return (
    <>
      <title>{`API tokens · ${name}`}</title>
      <PageTitle title="API tokens" note="Let other software access this practice’s data." />
      <TokenList slug={slug} timeZone={timezone} />
    </>
  );
}
