"""Which phones an organization's calls may be forwarded to.

Who can have any number dialed can have it paid for: premium numbers and traffic pumping live from that. So a
number is dialed only when a private token has written it into an assistant, a tool or a squad; a model picks one of
these, and so does live control. It must be E.164, of a country that the organization allows (``transferCountries``;
US and CA), and no premium number, both when it is written and when it is dialed. What it sees is a number of the
organization. ``mia.voice.media.switchboard`` bounds how often.
"""
