/** PostgreSQL refuses a query that compares a uuid column with any other text: check what a client sent first. */
export const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
