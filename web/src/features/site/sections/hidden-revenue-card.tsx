const OVERDUE = [
  { name: 'Botox and injectables', patients: 98, share: 'w-full', revenue: '$58,800' },
  { name: 'Laser treatments', patients: 37, share: 'w-[63%]', revenue: '$37,230' },
  { name: 'Dermal fillers', patients: 41, share: 'w-[59%]', revenue: '$34,850' },
  { name: 'Facial treatments', patients: 37, share: 'w-[41%]', revenue: '$24,000' },
];

/** A rebooking card as a practice sees it. The figures are a sample, and add up. */
export function HiddenRevenueCard() {
  return (
    <figure
      aria-label="A sample rebooking card"
      className="rounded-card border border-line bg-paper p-6 shadow-lift sm:p-8"
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-8">
        <div className="flex flex-col-reverse">
          <dt className="text-slate">patients overdue</dt>
          <dd className="figure-large">213</dd>
        </div>
        <div className="flex flex-col-reverse text-right">
          <dt className="text-slate">hidden revenue</dt>
          <dd className="figure-large text-petrol">$154,880</dd>
        </div>
      </dl>
      <table className="mt-7 w-full text-left text-[0.9375rem]">
        <caption className="sr-only">By treatment</caption>
        <tbody>
          {OVERDUE.map(({ name, patients, share, revenue }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-3 font-normal">
                {name}
                <span aria-hidden="true" className={`mt-1.5 block h-1 rounded-full bg-celadon-deep ${share}`} />
              </th>
              <td className="px-3 text-right text-slate tabular-nums">{patients}</td>
              <td className="text-right tabular-nums">{revenue}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <figcaption className="mt-4 text-sm text-slate">Sample practice. Yours is calculated from your own list.</figcaption>
    </figure>
  );
}
