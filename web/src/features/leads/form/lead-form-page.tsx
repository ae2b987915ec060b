import { Loading } from '@/ui/feedback/spinner';

/** `/embed/lead/{clinic}`: the form alone, for a frame on the practice's own website. */
export function LeadFormPage() {
  return (
    <main className="lead-form" aria-labelledby="lead-form-title">
      <h1 id="lead-form-title" className="sr-only">
        Send a message to the practice
      </h1>
      <noscript>
        <p className="py-7">This form requires JavaScript. Please call the practice instead.</p>
      </noscript>
      <div data-lead-form>
        <Loading>Loading the form...</Loading>
      </div>
    </main>
  );
}
