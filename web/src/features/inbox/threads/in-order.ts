import type { Activity } from '../history/queries';
import type { ConversationDetail, Message } from './queries';

/** Messages, calls and chats with a person, oldest first. */
export function inOrder({ messages, contacts }: Pick<ConversationDetail, 'messages' | 'contacts'>): (Message | Activity)[] {
  const at = (entry: Message | Activity) => Date.parse('outcome' in entry ? entry.timestamp : entry.at);
  return [...messages, ...contacts].sort((one, other) => at(one) - at(other));
}
