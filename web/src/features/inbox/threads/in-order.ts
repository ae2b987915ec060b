import type { Activity } from '../history/queries';
import type { ConversationDetail, Message, Note } from './queries';

export type Entry = Message | Activity | Note;

/** Messages, calls, chats and notes about a person, oldest first. */
export function inOrder({ messages, contacts, notes }: Pick<ConversationDetail, 'messages' | 'contacts' | 'notes'>): Entry[] {
  const at = (entry: Entry) => Date.parse('outcome' in entry ? entry.timestamp : entry.at);
  return [...messages, ...contacts, ...notes].sort((one, other) => at(one) - at(other));
}
