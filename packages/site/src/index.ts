export * from './page-data.ts'
export * from './records.ts'
export * from './schema.ts'
export * from './tile-cover.ts'
