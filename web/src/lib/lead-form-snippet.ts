/** The HTML that shows the lead form in a website's page, high enough for the whole form on a phone. */
export function leadFormSnippet(url: string): string {
  return `<iframe src="${url}" title="Request an appointment" style="border:0;width:100%;height:960px" loading="lazy"></iframe>`;
}
