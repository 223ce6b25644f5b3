// Draws the reference into its page. The document is the only thing that it loads, from the server that gave the page.
// oxlint-disable-next-line typescript/no-unsafe-call -- The library is a script of its own, without types.
globalThis.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  // Keys stay in the memory of the page, and nothing of its address changes what it does.
  persistAuthorization: false,
  queryConfigEnabled: false,
  validatorUrl: null,
});
