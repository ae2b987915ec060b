import { Loading } from '@/ui/feedback/spinner';

/** `/embed/widget/{clinic}`: Mia alone, for a frame on the practice's own website. */
export function WebsiteWidgetPage() {
  return (
    <main className="website-widget" aria-labelledby="website-widget-title">
      <h1 id="website-widget-title" className="sr-only">
        Talk to Mia, the AI receptionist
      </h1>
      <noscript>
        <p className="p-6">Talking to Mia requires JavaScript. Please call the practice instead.</p>
      </noscript>
      <div data-website-widget className="website-widget-place">
        <Loading>Loading Mia...</Loading>
      </div>
    </main>
  );
}
