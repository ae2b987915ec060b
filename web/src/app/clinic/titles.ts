/** The headings of the pages where people work all day, by the address below the clinic's: they are there before any script. */
export const TITLES = {
  tasks: { title: 'Tasks' },
  messages: { title: 'Messages', note: 'Texts, emails, calls and chats, one conversation per person.' },
  leads: { title: 'Leads' },
  patients: { title: 'Patient Management' },
  calls: { title: 'Call Logs', note: 'Every call with its outcome and transcript.' },
} as const satisfies Record<string, { title: string; note?: string }>;
