/** Loads what makes the prerendered login work, and remembers who asks to log in meanwhile. */
export function openLogin(): void {
  const form = document.querySelector('[data-login-form]');
  if (!form) return;
  let asked = false;
  const ask = (event: Event) => {
    const enter = event instanceof KeyboardEvent && event.key === 'Enter' && event.target instanceof HTMLInputElement;
    const press = event.type === 'click' && event.target instanceof Element && event.target.closest('[data-log-in]');
    asked ||= enter || Boolean(press);
  };
  form.addEventListener('keydown', ask);
  form.addEventListener('click', ask);
  const alreadyAsked = () => {
    form.removeEventListener('keydown', ask);
    form.removeEventListener('click', ask);
    return asked;
  };
  void import('./login-island').then(({ bringToLife }) => bringToLife(form, alreadyAsked));
}
