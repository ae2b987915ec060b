import type { BadgeTone } from '@/ui/badge';
import type { Task } from './queries';

/** The kinds of tasks, in words and as a badge. */
export const KINDS: Record<Task['kind'], [string, BadgeTone]> = {
  emergency: ['Emergency', 'bad'],
  call_back: ['Call back', 'warn'],
  follow_up: ['Follow up', 'info'],
};
