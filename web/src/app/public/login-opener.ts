/** Loads what makes the prerendered login work, and remembers who asks to log in meanwhile. */
export function openLogin(): void {
  const login = document.querySelector('[data-login]');
  if (!login) return;
  let asked = false;
  const ask = (event: Event) => {
    const enter = event instanceof KeyboardEvent && event.key === 'Enter' && event.target instanceof HTMLInputElement;
    const press = event.type === 'click' && event.target instanceof Element && event.target.closest('[data-log-in]');
    asked ||= enter || Boolean(press);
  };
  login.addEventListener('keydown', ask);
  login.addEventListener('click', ask);
  const alreadyAsked = () => {
    login.removeEventListener('keydown', ask);
    login.removeEventListener('click', ask);
    return asked;
  };
  void import('./login-island').then(({ bringToLife }) => bringToLife(login, alreadyAsked));
}
