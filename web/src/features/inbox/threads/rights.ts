/** What the reader may do in conversations. */
export interface ConversationRights {
  /** Write to patients, take over and hand back. */
  write: boolean;
  /** Leave the team a note. */
  note: boolean;
}
