import { answer, ApiError } from '@/api/answer';
import { api } from '@/api/client';

/** The note as it stands on the record. */
export interface Note {
  text: string;
  version: number;
}

/** Someone else has changed the note meanwhile. */
export class NoteConflict extends Error {
  override readonly name = 'NoteConflict';

  constructor(readonly current: Note) {
    super('Someone else changed this note');
  }
}

/** Saves a note that was begun from a version. @throws NoteConflict when another version stands there by now. */
export async function saveNote(slug: string, id: string, note: Note): Promise<Note> {
  try {
    const saved = await answer(
      api.PUT('/api/clinics/{slug}/patients/{patient_id}/note', {
        params: { path: { slug, patient_id: id } },
        body: { note: note.text, version: note.version },
      }),
    );
    return { text: saved.note, version: saved.note_version };
  } catch (error) {
    const { note: text, note_version: version } = error instanceof ApiError ? error.problem : {};
    if (typeof text === 'string' && typeof version === 'number') throw new NoteConflict({ text, version });
    throw error;
  }
}
