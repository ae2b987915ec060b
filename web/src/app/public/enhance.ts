import './public.css';
import { enhanceSite } from '@/features/site/behavior/enhance';
import { watchErrors } from '@/lib/error-reports';
import { openEntrance } from './entrance-opener';
import { openLogin } from './login-opener';
import { watchVoiceOpeners } from './voice-opener';

openEntrance(); // before all else: it takes tokens out of the address bar

const booking = document.querySelector<HTMLElement>('[data-booking]');
if (booking) void import('./booking-island').then(({ bringBookingToLife }) => bringBookingToLife(booking));
const cancelling = document.querySelector('[data-booking-cancel]');
if (cancelling) void import('./booking-island').then(({ bringCancelToLife }) => bringCancelToLife(cancelling));
const leadForm = document.querySelector('[data-lead-form]');
if (leadForm) void import('./lead-form-island').then(({ bringLeadFormToLife }) => bringLeadFormToLife(leadForm));
const widget = document.querySelector('[data-website-widget]');
if (widget) void import('./widget-island').then(({ bringWidgetToLife }) => bringWidgetToLife(widget));

watchErrors();
enhanceSite();
openLogin();
watchVoiceOpeners();
