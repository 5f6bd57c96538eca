"""The panel of staff for reports: the queue of cases, and the page of a person."""

from games.reports.admin import panel as panel
