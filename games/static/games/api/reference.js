// Starts Swagger UI on the reference page of the API. A file of its own, for no script may stand in the page.
"use strict";

const place = document.getElementById("reference");

window.SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: false,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  persistAuthorization: true,
  requestInterceptor(request) {
    // Signed in on the site, calls go with the session, which wants its CSRF token.
    const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
    if (token) {
      request.headers["X-CSRFToken"] = token[1];
    }
    return request;
  },
});
