/** How the button and the panel look, on any page: sizes in pixels, because a page's own root size is its own. */
export const SHEET = `
:host {
  all: initial !important;
}
* {
  box-sizing: border-box;
}
[hidden],
.panel:not([open]) {
  display: none !important;
}
button {
  margin: 0;
  border: 0;
  font: 600 16px/1.25 ui-sans-serif, system-ui, sans-serif;
  cursor: pointer;
}
button:focus-visible {
  outline: 3px solid #0f5c59;
  outline-offset: 3px;
  box-shadow: 0 0 0 3px #fff;
}
svg {
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
  stroke-linecap: round;
}
.open {
  position: fixed;
  right: max(20px, env(safe-area-inset-right));
  bottom: max(20px, env(safe-area-inset-bottom));
  z-index: 2147483000;
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 56px;
  padding: 0 22px 0 16px;
  border-radius: 28px;
  background: #0f5c59;
  color: #fff;
  box-shadow: 0 0 0 1px rgb(255 255 255 / 0.25), 0 12px 32px -8px rgb(4 22 23 / 0.55);
  transition: background-color 180ms;
}
.open:hover {
  background: #0a4543;
}
.open svg {
  width: 28px;
  height: 28px;
}
.live svg {
  color: #f2a48e;
  animation: speak 1.6s ease-in-out infinite;
}
@keyframes speak {
  50% {
    transform: scaleY(0.6);
  }
}
.panel {
  position: fixed;
  inset: auto max(20px, env(safe-area-inset-right)) max(20px, env(safe-area-inset-bottom)) auto;
  z-index: 2147483000;
  width: min(400px, calc(100vw - 40px));
  height: min(680px, calc(100vh - 40px));
  max-width: none;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  border-radius: 24px;
  overflow: hidden;
  background: #0c2a2b;
  box-shadow: 0 0 0 1px rgb(255 255 255 / 0.16), 0 24px 64px -16px rgb(4 22 23 / 0.6);
  animation: rise 220ms cubic-bezier(0.2, 0.7, 0.2, 1);
}
@keyframes rise {
  from {
    opacity: 0;
    transform: translateY(16px);
  }
}
.panel::backdrop {
  background: rgb(4 22 23 / 0.55);
}
iframe {
  display: block;
  width: 100%;
  height: 100%;
  border: 0;
}
.close {
  position: absolute;
  top: 10px;
  right: 10px;
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: 22px;
  background: #234748;
  color: #fff;
}
.close:hover {
  background: #3d6664;
}
.close:focus-visible {
  outline-color: #fff;
  outline-offset: -3px;
  box-shadow: none;
}
.close svg {
  width: 22px;
  height: 22px;
}
@media (max-width: 30rem) {
  .panel {
    inset: 0;
    width: 100%;
    height: 100%;
    height: 100dvh;
    border-radius: 0;
    box-shadow: none;
  }
}
@media (prefers-reduced-motion: reduce) {
  .panel,
  .live svg {
    animation: none;
  }
  .open {
    transition: none;
  }
}
@media print {
  .open,
  .panel {
    display: none;
  }
}
`;
