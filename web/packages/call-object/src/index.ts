import { BrowserCallObject, type CallObjectOptions } from './call-object';

export { BrowserCallObject } from './call-object';
export { JoinRefused } from './joining';

/** A call object that has not joined anything yet. */
export function createCallObject(options: CallObjectOptions = {}): BrowserCallObject {
  return new BrowserCallObject(options);
}

export default { createCallObject };
