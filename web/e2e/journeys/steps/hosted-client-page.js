/** What a page does with the hosted service's client; which version of it, the alias says. */
import hosted from 'hosted-client';

window.Client = hosted.default ?? hosted;
