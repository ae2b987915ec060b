export function LandingPage() {
  return <h1>Revenue Reimagined</h1>;
}
