// @ts-check
// Starts Swagger UI on the reference page of the API. A file of its own, for no script may stand in the page.
"use strict";

// Defined by the script before this one.
const swagger = /** @type {{SwaggerUIBundle: (settings: object) => unknown}} */ (/** @type {unknown} */ (window));
const place = document.getElementById("reference");

swagger.SwaggerUIBundle({
  url: place?.dataset.schema,
  domNode: place,
  deepLinking: false,
  // Unfolded, so many operations would be drawn only where one scrolls to, and could not be searched.
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  persistAuthorization: true,
  /** @param {{headers: Record<string, string>}} request */
  requestInterceptor(request) {
    // Signed in on the site, calls go with the session, which wants its CSRF token.
    const token = document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]+)/);
    if (token) {
      request.headers["X-CSRFToken"] = token[1];
    }
    return request;
  },
});
