import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { LEAVING, Refused, useSubmit } from '@/ui/hooks/use-submit';

const words = (error: unknown) => `Failed: ${(error as Error).message}`;

/** A promise that a test keeps or breaks when it wants to. */
function pending<T>() {
  let keep: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (keep = resolve));
  return { promise, keep };
}

describe('submitting', () => {
  it('does a thing once, however often it is pressed', async () => {
    const { result } = renderHook(() => useSubmit(words));
    const { promise, keep } = pending<void>();
    const action = vi.fn(() => promise);
    act(() => void result.current.submit(action));
    expect(result.current.busy).toBe(true);
    expect(await result.current.submit(action)).toBe(false);
    await act(async () => keep());
    expect(action).toHaveBeenCalledTimes(1);
    expect(result.current.busy).toBe(false);
  });

  it('says why it failed until the next attempt', async () => {
    const { result } = renderHook(() => useSubmit(words));
    const error = new Error('no line');
    await act(async () => expect(await result.current.submit(() => Promise.reject(error))).toBe(false));
    expect(result.current).toMatchObject({ busy: false, problem: 'Failed: no line', error });
    await act(async () => expect(await result.current.submit(() => Promise.resolve())).toBe(true));
    expect(result.current.problem).toBeUndefined();
  });

  it('shows the words of a refusal as they are', async () => {
    const { result } = renderHook(() => useSubmit(words));
    await act(async () => void (await result.current.submit(() => Promise.reject(new Refused('Choose a day.')))));
    expect(result.current.problem).toBe('Choose a day.');
  });

  it('tells instead of keeping, where it was asked to', async () => {
    const tell = vi.fn();
    const { result } = renderHook(() => useSubmit(words, tell));
    await act(async () => void (await result.current.submit(() => Promise.reject(new Error('no line')))));
    expect(tell).toHaveBeenCalledWith('Failed: no line');
    expect(result.current.problem).toBeUndefined();
  });

  it('stays busy while another page is on its way', async () => {
    const { result } = renderHook(() => useSubmit(words));
    await act(async () => void (await result.current.submit(() => Promise.resolve(LEAVING))));
    expect(result.current.busy).toBe(true);
  });
});
