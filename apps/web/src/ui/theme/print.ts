/** Use these styles inside `@media print`. The result is dark on white in any theme. */
export const PRINTED_PAGE = {
  'header, footer, nav, [role=status], [data-print=no]': { display: 'none !important' },
  'body, body *': { color: '#000 !important', background: 'none !important' },
  ':has(> #main)': { margin: '0 !important', padding: '0 !important' },
} as const
