// @ts-check
// Starts Swagger UI on the reference page of the API. A file of its own, for no script may stand in the page.
"use strict";

// What the script before this one has left in the page.
const swagger = /** @type {{SwaggerUIBundle: (settings: object) => unknown}} */ (/** @type {unknown} */ (window));
const place = document.getElementById("reference");

swagger.SwaggerUIBundle({
  url: place?.dataset.schema,
  domNode: place,
  deepLinking: false,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  persistAuthorization: true,
  /** @param {{headers: Record<string, string>}} request */
  requestInterceptor(request) {
    // Signed in on the site, calls go with the session, which wants its CSRF token.
    const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
    if (token) {
      request.headers["X-CSRFToken"] = token[1];
    }
    return request;
  },
});
