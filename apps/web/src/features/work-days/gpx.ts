/** A GPS device gets a waypoint for each job, and a route that joins the jobs in order. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

type Stop = { name: string; about: string; position: readonly [number, number] }

const point = (tag: string, { name, about, position: [lon, lat] }: Stop) =>
  `<${tag} lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"><name>${escaped(name)}</name><desc>${escaped(about)}</desc></${tag}>`

export const toGpx = (title: string, stops: readonly Stop[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Trailwarden" xmlns="http://www.topografix.com/GPX/1/1">',
    `<metadata><name>${escaped(title)}</name></metadata>`,
    ...stops.map((stop) => point('wpt', stop)),
    `<rte><name>${escaped(title)}</name>${stops.map((stop) => point('rtept', stop)).join('')}</rte>`,
    '</gpx>',
    '',
  ].join('\n')
