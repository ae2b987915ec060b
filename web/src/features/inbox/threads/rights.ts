/** What the reader may do in conversations. */
export interface ConversationRights {
  /** Put visits on the calendar. */
  book: boolean;
  /** Write to patients, take over and hand back. */
  write: boolean;
  /** Leave the team a note. */
  note: boolean;
  /** Change the practice's saved replies. */
  replies: boolean;
}

/** Who writes, for replies that say so: the reader's name and the practice's. */
export interface Signature {
  my: string;
  practice: string;
}
