export * from './page-data.ts'
export * from './schema.ts'
