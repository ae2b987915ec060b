/** Run in a thread of its own: what the browser reads to write a date, it then has for all threads. */
new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/New_York' }).format();
self.close();
