import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BookmarkPlus, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { reasonOf, reasonOr } from '@/api/answer';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/buttons/button';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog';
import { Dialog } from '@/ui/overlays/dialog';
import { IconButton } from '@/ui/buttons/icon-button';
import { Problem } from '@/ui/feedback/problem';
import { TextField } from '@/ui/fields/text-field';
import { useToast } from '@/ui/feedback/toast';
import { useAddress } from '@/ui/hooks/use-address';
import { useSubmit } from '@/ui/hooks/use-submit';
import { filtersOf, withFilters } from './filters';
import { dropView, saveView, viewsQuery, type SavedView, type ViewPage } from './queries';

export interface SavedViewsProps {
  slug: string;
  page: ViewPage;
  /** The parameters of the address that a view is made of. */
  names: readonly string[];
  /** Those that begin again with another view, such as the page number. */
  resets?: readonly string[];
  /** Whether the reader may delete what colleagues share. */
  mayTidy?: boolean;
  /** In a row with other controls, which has room around it of its own. */
  inline?: boolean;
}

const NOTHING: readonly string[] = [];

/** The saved views of a list: a press applies one, and what is filtered now can be saved as another. */
export function SavedViews({ slug, page, names, resets = NOTHING, mayTidy = false, inline = false }: SavedViewsProps) {
  const [params, setParams] = useAddress();
  const [saving, setSaving] = useState(false);
  const [dropping, setDropping] = useState<SavedView>();
  const views = useQuery(viewsQuery(slug, page));
  const current = filtersOf(params, names);
  const chosen = views.data?.find(({ filters }) => filters === current);
  const pick = (filters: string) =>
    setParams((all) => withFilters(all, names, resets, filters), { preventScrollReset: true });

  if (views.error) {
    return <p className={classNames('text-sm text-slate', !inline && 'px-5 pb-3 sm:px-6')}>{reasonOf(views.error, 'Couldn’t load saved views.')}</p>;
  }
  return (
    <div className={classNames('flex min-h-11 flex-wrap items-center gap-2', !inline && 'px-5 pb-4 sm:px-6')}>
      {views.data && views.data.length > 0 && (
        <ul aria-label="Saved views" className="flex min-w-0 flex-wrap gap-2">
          {views.data.map((view) => (
            <li key={view.id}>
              <ViewButton view={view} pressed={view === chosen} onPress={() => pick(view === chosen ? '' : view.filters)} />
            </li>
          ))}
        </ul>
      )}
      {chosen && (chosen.mine || mayTidy) && (
        <IconButton label={`Delete the view ${chosen.name}`} onClick={() => setDropping(chosen)}>
          <Trash2 aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
      {!chosen && (
        <Button variant="quiet" disabled={!views.data} onClick={() => setSaving(true)}>
          <BookmarkPlus aria-hidden="true" className="size-4.5" />
          Save view
        </Button>
      )}
      <SaveDialog slug={slug} page={page} filters={current} open={saving} onClose={() => setSaving(false)} />
      <DropDialog slug={slug} view={dropping} onClose={() => setDropping(undefined)} />
    </div>
  );
}

function ViewButton({ view, pressed, onPress }: { view: SavedView; pressed: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      title={view.name}
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(
        'inline-flex min-h-11 max-w-64 items-center gap-2 rounded-full border px-4 font-medium transition-colors',
        pressed ? 'border-petrol bg-celadon' : 'border-line-strong hover:border-petrol hover:bg-celadon/50',
      )}
    >
      <span className="truncate">{view.name}</span>
      {view.shared && (
        <>
          <Users aria-hidden="true" className="size-4 shrink-0 text-slate" />
          <span className="sr-only">, shared</span>
        </>
      )}
    </button>
  );
}

interface SaveDialogProps {
  slug: string;
  page: ViewPage;
  filters: string;
  open: boolean;
  onClose: () => void;
}

function SaveDialog({ open, onClose, ...rest }: SaveDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Save this view">
      <SaveForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function SaveForm({ slug, page, filters, onClose }: Omit<SaveDialogProps, 'open'>) {
  const { busy, problem, send } = useSubmit(reasonOr('Couldn’t save the view. Please try again.'));
  const queries = useQueryClient();
  const say = useToast();

  async function save(form: FormData) {
    const [name, shared] = [String(form.get('name')).trim(), form.get('shared') !== null];
    const view = await saveView(slug, { page, filters, name, shared });
    await queries.invalidateQueries({ queryKey: viewsQuery(slug, page).queryKey });
    say(`Saved as ${view.name}.`);
    onClose();
  }

  return (
    <form className="mt-5 grid gap-5" onSubmit={send(save)}>
      <Problem>{problem}</Problem>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        hint="Saves filters and sort order, not the search text."
      />
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input type="checkbox" name="shared" className="size-4.5 accent-petrol" />
        Share with everyone at the practice
      </label>
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Save view
        </Button>
      </div>
    </form>
  );
}

function DropDialog({ slug, view, onClose }: { slug: string; view: SavedView | undefined; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      open={view !== undefined}
      onClose={onClose}
      title="Delete this view?"
      action="Yes, delete"
      danger
      onConfirm={async () => {
        if (!view) return;
        await dropView(slug, view.id);
        await queries.invalidateQueries({ queryKey: viewsQuery(slug, view.page).queryKey });
      }}
      explain={(error) => reasonOf(error, 'Couldn’t delete the view. Please try again.')}
    >
      <p>
        {view?.name} will be removed from the list{view?.shared ? ' for everyone' : ''}. No patients or entries are affected.
      </p>
    </ConfirmDialog>
  );
}
